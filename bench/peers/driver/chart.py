"""A logarithmic bar chart of the speed-ups, as an SVG for light and dark pages."""

from html import escape
from math import log10

LEFT, RIGHT, TOP, STEP, BAR, WIDTH = 330, 60, 64, 30, 16, 960

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .small { font-size: 11px; fill: #59636e }
  .title { font-size: 16px; font-weight: 600 }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  .one { stroke: #59636e; stroke-width: 1.5 }
  .ahead { fill: #2f7d4f }
  .behind { fill: #b3462f }
  .back { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .small { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .one { stroke: #9198a1 }
    .ahead { fill: #57ab7a }
    .behind { fill: #e0765c }
    .back { fill: #0d1117 }
  }
"""


def draw(rows):
    bars = [row for row in rows if row["ratio"]]
    logs = [log10(row["ratio"]) for row in bars]
    low, high = min([-0.35, *logs]) - 0.1, max([1, *logs]) + 0.15
    span = WIDTH - LEFT - RIGHT

    def across(value):
        return LEFT + (value - low) / (high - low) * span

    height = TOP + STEP * len(bars) + 40
    bottom = TOP + STEP * len(bars)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">',
        "<title>Speed-up over the best peer</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="back" width="{WIDTH}" height="{height}"/>',
        '<text class="title" x="16" y="28">Speed-up over the best qualifying peer</text>',
        '<text class="small" x="16" y="46">one core, ours with every check; logarithmic; left of 1 the peer is faster</text>',
    ]
    for power in range(-2, 6):
        for tick in (10**power, 3 * 10**power):
            x = across(log10(tick))
            if LEFT <= x <= WIDTH - RIGHT:
                kind = "one" if tick == 1 else "grid"
                parts.append(f'<line class="{kind}" x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{bottom}"/>')
                parts.append(f'<text class="small" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{tick:g}×</text>')
    for index, row in enumerate(bars):
        y = TOP + STEP * index
        start, end = sorted((across(0), across(log10(row["ratio"]))))
        kind = "ahead" if row["ratio"] >= 1 else "behind"
        name = f"{row['title']}, {row['size']}"
        parts.append(f'<text x="{LEFT - 12}" y="{y + 10}" text-anchor="end">{escape(shortened(name, 46))}</text>')
        parts.append(f'<text class="small" x="{LEFT - 12}" y="{y + 22}" text-anchor="end">{escape(row["peer"])}</text>')
        parts.append(
            f'<rect class="{kind}" x="{start:.1f}" y="{y}" width="{max(end - start, 1):.1f}" height="{BAR}" rx="2"/>'
        )
        parts.append(f'<text x="{end + 6:.1f}" y="{y + 13}">{row["ratio"]:.3g}×</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def shortened(text, most):
    return text if len(text) <= most else text[: most - 1] + "…"

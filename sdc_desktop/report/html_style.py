"""The style sheet inside the HTML report: calm, light and dark, on the screen and on paper."""

from collections.abc import Mapping

from sdc_desktop.report import palette


def _colours(chosen: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in chosen.items())


_PAINTS = "".join(
    f"svg .{use}-{name}{{{use}:var(--{name})}}" for name in palette.LIGHT for use in ("fill", "stroke")
)
STYLE = f"""
:root{{{_colours(palette.LIGHT)}color-scheme:light dark}}
@media (prefers-color-scheme:dark){{:root{{{_colours(palette.DARK)}}}}}
@media print{{:root{{{_colours(palette.LIGHT)}}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;padding:4rem 2rem 3rem;max-width:54rem;background:var(--paper);color:var(--ink);
font:1rem/1.6 "Noto Sans",system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}}
h1{{font-size:2.4rem;line-height:1.2;margin:.4rem 0 .2rem}}
h2{{font-size:1.6rem;line-height:1.3;margin:3.5rem 0 1rem}}
h2 .number{{color:var(--muted);font-weight:400;margin-right:.4rem}}
h3{{font-size:1.1rem;margin:2rem 0 .5rem}}
p{{margin:.5rem 0}}
.edition{{color:var(--muted);font-weight:700;border-bottom:3px solid var(--accent);
display:inline-block;padding-bottom:.3rem}}
.purpose{{max-width:44rem}}
.subject{{color:var(--muted);font-size:1.15rem;margin-bottom:1.5rem}}
.verdict{{display:flex;gap:1rem;align-items:flex-start;margin:1.2rem 0;padding:.9rem 1.2rem;
background:var(--tint);border-left:4px solid var(--measured)}}
.verdict.safe{{border-color:var(--safe)}}
.verdict.unsafe{{border-color:var(--unsafe)}}
.verdict.reservations{{border-color:var(--reservations)}}
.verdict.open{{border-color:var(--open)}}
.verdict p{{margin:0}}
.verdict ul{{margin:.4rem 0 0;padding-left:1.2rem;font-size:.92rem}}
.verdict span{{display:block;color:var(--muted);font-size:.8rem}}
.verdict svg{{flex:none;width:24px;height:24px;margin-top:.35rem}}
.fields{{margin:2rem 0;border-top:1px solid var(--rule)}}
.fields div{{display:flex;gap:1rem;padding:.5rem 0;border-bottom:1px solid var(--rule);min-height:2.8rem}}
.fields dt{{flex:0 0 9rem;color:var(--muted)}}
.fields dd,.figures dd{{margin:0}}
.signatures{{display:flex;gap:2rem;margin-top:4rem}}
.signatures p{{flex:1;border-top:1px solid var(--muted);padding-top:.3rem}}
.signatures span{{display:block;color:var(--muted);font-size:.85rem}}
nav ol{{padding-left:1.6rem}}
nav a{{color:inherit;text-decoration-color:var(--rule);text-underline-offset:.2em}}
nav a:hover,nav a:focus{{text-decoration-color:var(--accent)}}
nav li{{padding:.25rem 0}}
nav li::marker{{color:var(--muted)}}
.figures{{display:flex;flex-wrap:wrap;gap:1.5rem;margin:1.5rem 0}}
.figures div{{flex:1 1 10rem;border-top:2px solid var(--accent);padding-top:.5rem}}
.figures dt,.figures .reading,.note{{color:var(--muted);font-size:.87rem}}
.figures .value{{font-size:1.6rem;font-weight:700;line-height:1.4}}
.table{{overflow-x:auto;margin:1.5rem 0}}
table{{border-collapse:collapse;width:100%;font-size:.92rem}}
caption,figcaption{{text-align:left;font-weight:700;padding-bottom:.4rem}}
th{{font-weight:400;color:var(--muted);font-size:.87rem;vertical-align:bottom;text-align:left;
border-bottom:1px solid var(--muted)}}
td{{vertical-align:top;border-bottom:1px solid var(--rule)}}
th,td{{padding:.35rem .6rem;overflow-wrap:break-word}}
th:first-child,td:first-child{{padding-left:0}}
th:last-child,td:last-child{{padding-right:0}}
th.right,td.right{{text-align:right;white-space:nowrap}}
th.right{{white-space:normal}}
td.right+td:not(.right),th.right+th:not(.right){{padding-left:1.4rem}}
td.code{{font-size:.72rem;line-height:2.1;overflow-wrap:anywhere}}
.dense{{font-size:.84rem}}
.dense th{{font-size:.8rem;hyphens:auto}}
.dense th,.dense td{{padding-left:.35rem;padding-right:.35rem}}
.dense th:first-child,.dense td:first-child{{padding-left:0}}
.dense th:last-child,.dense td:last-child{{padding-right:0}}
figure{{margin:1.5rem 0}}
figure svg{{display:block;overflow:visible;width:100%;
max-width:44rem;height:auto;font-family:"Noto Sans",system-ui,sans-serif}}
.charts{{display:flex;flex-wrap:wrap;gap:1.5rem}}
.charts svg{{flex:1 1 20rem}}
.charts svg:not(:only-child){{max-width:calc(50% - .75rem)}}
.narrow{{display:none}}
{_PAINTS}
footer{{margin-top:4rem;padding-top:.8rem;
border-top:1px solid var(--rule);color:var(--muted);font-size:.85rem}}
@media screen and (max-width:40rem){{
body{{padding:2rem 1.25rem}}
h1{{font-size:1.8rem}}
h2{{font-size:1.35rem;margin-top:2.5rem}}
.wide{{display:none}}
.narrow{{display:block}}
.charts svg:not(:only-child){{max-width:100%}}
.stacked,.stacked caption,.stacked tbody,.stacked tr,.stacked td{{display:block}}
.stacked thead{{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
.stacked tr{{border-bottom:1px solid var(--muted);padding:.5rem 0}}
.stacked tr:first-child{{border-top:1px solid var(--muted)}}
.stacked td,.stacked td.right,.stacked td.right+td:not(.right){{display:flex;
gap:1rem;justify-content:space-between;
border:0;padding:.15rem 0;text-align:left;white-space:normal}}
.stacked td:not(.right){{justify-content:flex-start}}
.stacked td::before{{content:attr(data-head) / "";flex:0 0 38%;color:var(--muted);text-align:left}}
.stacked td:first-child{{display:block;font-weight:700;text-align:left}}
.stacked td:first-child::before{{content:none}}
.stacked td:empty{{display:none}}
.stacked td.code{{line-height:1.5}}
}}
@media print{{
html{{font-size:9.5pt}}
body{{padding:0;max-width:none}}
@page{{size:A4;margin:22mm 20mm;@bottom-right{{content:counter(page) " / " counter(pages);
font:8pt "Noto Sans",sans-serif}}}}
@page:first{{@bottom-right{{content:none}}}}
header{{break-after:page}}
.chapter{{break-before:page}}
h2,h3,caption{{break-after:avoid}}
tr,figure,.verdict,.figures div{{break-inside:avoid}}
.chapter h2{{margin-top:0}}
thead{{display:table-header-group}}
tbody tr:first-child{{break-before:avoid}}
.note{{break-before:avoid}}
.table{{overflow:visible}}
}}
"""

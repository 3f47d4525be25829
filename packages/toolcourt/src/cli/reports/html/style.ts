export interface Palette {
  readonly paper: string;
  readonly sheet: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly error: string;
  readonly warning: string;
  readonly fine: string;
  readonly link: string;
}

/** Every text color is readable on both backgrounds, `paper` and `sheet`. */
export const palettes: Readonly<Record<"light" | "dark", Palette>> = {
  light: {
    paper: "#fcfbf8",
    sheet: "#f3f0e9",
    ink: "#1c1b19",
    quiet: "#5d584f",
    line: "#dcd7cb",
    error: "#a3231b",
    warning: "#7a4b00",
    fine: "#1f6236",
    link: "#1d4f8f",
  },
  dark: {
    paper: "#151513",
    sheet: "#201f1c",
    ink: "#ebe8e1",
    quiet: "#aaa598",
    line: "#3a3731",
    error: "#ff9289",
    warning: "#f0bb66",
    fine: "#8ad19e",
    link: "#9cc3f5",
  },
};

/** Returns the palette as CSS custom properties. */
function propertiesOf(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");
}

const { light, dark } = palettes;

/** The whole stylesheet. It loads no external resource. */
export const style = `
:root{color-scheme:light dark;${propertiesOf(light)};
--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif;
--sans:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
--mono:ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media(prefers-color-scheme:dark){:root{${propertiesOf(dark)}}}
*{box-sizing:border-box}
html{font:100%/1.55 var(--sans);background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%}
body{max-width:56rem;margin:0 auto;padding:3rem 1.25rem 4rem;overflow-wrap:anywhere}
h1,h2,h3{font-family:var(--serif);font-weight:600;line-height:1.2;margin:0;text-wrap:balance}
h1{font-size:clamp(2rem,6vw,2.9rem);letter-spacing:-.015em}
h2{font-size:1.6rem;margin:0 0 1rem}
h3{font-size:1.35rem}
h4{margin:0}
p{margin:0}
a{color:var(--link);text-underline-offset:.18em;text-decoration-thickness:1px}
a:has(code){text-underline-offset:.28em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
code,pre{font-family:var(--mono);font-size:.875em;font-variant-ligatures:none}
pre{margin:0;padding:.6rem .8rem;background:var(--sheet);border-radius:4px;white-space:pre-wrap;max-height:26rem;overflow:auto;line-height:1.45}
pre.whole{user-select:all;-webkit-user-select:all}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem 1rem}
.kind{font-size:.8rem;letter-spacing:.08em;text-transform:uppercase;color:var(--quiet);margin-bottom:.5rem}
.verdict{font-family:var(--serif);font-size:1.3rem;line-height:1.35;margin:.75rem 0 2rem}
.error{color:var(--error)}.warning{color:var(--warning)}.fine{color:var(--fine)}.quiet{color:var(--quiet)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(10.5rem,1fr));gap:1.1rem 1.5rem;margin:0;padding:1.25rem 0;border-block:1px solid var(--line)}
dt{font-size:.8rem;color:var(--quiet)}
dd{margin:0}
.figures dd{font-variant-numeric:tabular-nums;font-weight:500}
main>section{margin-top:3.25rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--quiet);font-size:.875rem;padding-bottom:.35rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line)}
thead th{font-size:.8rem;font-weight:500;color:var(--quiet)}
tbody th{font-weight:400}
.number,.word{white-space:nowrap;overflow-wrap:normal}
.number{text-align:right}
th:last-child,td:last-child{padding-right:0}
.show{border:0;margin:2.5rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.9375rem}
.show legend{float:left;padding:0;color:var(--quiet)}
.show label{display:inline-flex;align-items:baseline;gap:.4rem}
.show input{accent-color:var(--link)}
body:has(#show-findings:checked) .tool:not(.found,:target,:has(:target)),
body:has(#show-uncalled:checked) .tool:not(.uncalled,:target,:has(:target)){display:none}
.tool{margin-top:2.25rem;padding-top:1.75rem;border-top:1px solid var(--line);scroll-margin-top:1rem}
.tool>header{display:flex;flex-wrap:wrap;gap:.15rem 1rem;align-items:baseline;justify-content:space-between}
.tool h3{font-family:var(--mono);font-size:1.15rem}
.facts{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1.25rem;margin:.4rem 0 1.1rem;padding:0;color:var(--quiet);font-size:.9rem}
.tool table{font-size:.9375rem}
.reason{display:block;color:var(--quiet);font-size:.875rem}
.strong{font-weight:600}
.list{list-style:none;margin:0;padding:0}
.list li{display:flex;flex-wrap:wrap;gap:0 .5rem;padding:.45rem 0;border-bottom:1px solid var(--line)}
.list .place{margin-left:auto;color:var(--quiet)}
.finding{scroll-margin-top:1rem;margin:1.4rem 0 1.75rem;padding-left:1.1rem;border-left:3px solid var(--warning)}
.finding.is-error{border-color:var(--error)}
.finding :is(h3,h4){font:600 1rem/1.4 var(--sans)}
.finding :is(h3,h4) code{font-weight:400;color:var(--quiet)}
.finding dl{display:grid;grid-template-columns:6rem minmax(0,1fr);gap:.5rem 1rem;margin:.7rem 0 0}
.finding dt{padding-top:.15rem}
details{margin-top:.35rem}
summary{cursor:pointer;color:var(--quiet);font-size:.875rem;padding-bottom:.35rem}
.rules dt{color:inherit;font-size:1rem;font-weight:600;margin-top:1.25rem;scroll-margin-top:1rem}
.rules dt code{font-weight:400;color:var(--quiet)}
.rules dd{max-width:42rem}
.top{margin-top:.9rem;font-size:.875rem}
body>footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.875rem}
@media(max-width:40rem){
.list .place{margin-left:0;flex-basis:100%}
body{padding-top:2rem}
.figures{grid-template-columns:1fr 1fr}
.finding dl{grid-template-columns:minmax(0,1fr);gap:.15rem}
.finding dd{margin-bottom:.6rem}
.wide{display:none}
}
@media print{
:root{${propertiesOf(light)};--paper:#fff}
html{font-size:10.5pt}
body{max-width:none;padding:0}
.show,.top,.skip{display:none}
.finding,tr,.figures{break-inside:avoid}
h2,h3,h4{break-after:avoid}
pre{max-height:none;border:1px solid var(--line)}
details::details-content{content-visibility:visible;display:block}
}
`;

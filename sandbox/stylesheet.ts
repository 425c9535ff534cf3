import { createHash } from 'node:crypto'

/** The only stylesheet of the hosted page. Colours pass WCAG AA on their backgrounds; targets are at least 44 px. */
export const stylesheet = `
*,*::before,*::after{box-sizing:border-box}
:root{--ink:#14231f;--soft:#52625d;--line:#cfd8d4;--paper:#fff;--ground:#eef2f0;--deep:#0b3b33;--main:#0d6b57;--main-dark:#09503f;--bad:#a3201b;--bad-ground:#fdf1f0;--note:#fff3cd;--note-ink:#4d3900}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;color:var(--ink);background:var(--ground);-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
ul{list-style:none}
a{color:var(--main-dark);text-underline-offset:3px}
.icon{flex:none;vertical-align:-4px}
.digits{font-variant-numeric:tabular-nums;white-space:nowrap}
:focus-visible{outline:3px solid #f2a900;outline-offset:2px;box-shadow:0 0 0 2px var(--ink)}
.strip{background:var(--note);color:var(--note-ink);text-align:center;font-size:.875rem;padding:.5rem 1rem;border-bottom:1px solid #ecd48a}
main{width:100%;max-width:60rem;margin:0 auto;padding:1rem;flex:1}
.sheet{background:var(--paper);border:1px solid var(--line);border-radius:14px;overflow:hidden;box-shadow:0 1px 2px rgb(11 59 51/.06),0 12px 32px -12px rgb(11 59 51/.18)}
.summary{background:var(--deep);color:#fff;padding:1.25rem 1.25rem 1.375rem}
.mark{display:flex;align-items:center;gap:.5rem;font-weight:600;font-size:.9375rem;color:#bfe3d8}
h1{font-weight:400;font-size:1rem;margin-top:1rem}
.payee{display:block;color:#dcece7;overflow-wrap:anywhere}
.amount{display:block;font-size:2.125rem;line-height:1.2;font-weight:650;letter-spacing:-.01em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.summary dl{margin-top:1rem;padding-top:.875rem;border-top:1px solid rgb(255 255 255/.18);font-size:.875rem;display:grid;gap:.5rem}
.summary dl div{display:flex;flex-wrap:wrap;gap:0 .75rem}
.summary dt{color:#a9cfc4;flex:0 0 4.75rem}
.summary dd{flex:1 1 9rem;min-width:0;overflow-wrap:anywhere}
.act{padding:1.5rem 1.25rem 1.25rem}
.act h2,.tests h2{font-size:1.125rem;line-height:1.35;font-weight:650}
.act>p{margin-top:.5rem;color:var(--soft)}
.act form:not(.ways form){margin-top:1rem}
.field{margin-bottom:1rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 .875rem;align-items:end}
label{display:block;font-size:.9375rem;font-weight:600;margin-bottom:.375rem}
.hint,.error{font-size:.875rem;margin-bottom:.375rem}
.hint{color:var(--soft)}
.error{color:var(--bad);font-weight:600;display:flex;gap:.375rem}
input{width:100%;min-height:3.125rem;padding:.625rem .875rem;font:inherit;font-size:1.0625rem;font-variant-numeric:tabular-nums;color:var(--ink);background:#fff;border:1px solid #7d8d87;border-radius:9px}
input::placeholder{color:#6b7a75}
input:hover{border-color:var(--ink)}
input[aria-invalid=true]{border:2px solid var(--bad);background:var(--bad-ground)}
input:focus-visible{outline-offset:1px;border-color:var(--main)}
#pin,#otp{letter-spacing:.3em;max-width:14rem}
button{font:inherit;cursor:pointer}
.main{display:flex;justify-content:center;align-items:center;gap:.5rem;width:100%;min-height:3.25rem;padding:.75rem 1rem;border:0;border-radius:9px;background:var(--main);color:#fff;font-weight:650;font-size:1.0625rem;text-decoration:none;text-align:center}
.main:hover{background:var(--main-dark)}
.main:active{transform:translateY(1px)}
.second{width:100%;min-height:3rem;border:1px solid #7d8d87;border-radius:9px;background:#fff;color:var(--ink);font-weight:600}
.second:hover{border-color:var(--ink);background:var(--ground)}
.choice{display:grid;gap:.75rem}
.ways{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.25rem;margin-top:.75rem}
.plain{min-height:2.75rem;padding:.5rem .75rem;border:0;background:none;color:var(--soft);text-decoration:underline;text-underline-offset:3px;border-radius:9px}
.plain:hover{color:var(--ink)}
.alert{display:flex;gap:.625rem;margin-bottom:1.25rem;padding:.875rem 1rem;background:var(--bad-ground);border:1px solid #e3b0ad;border-left:4px solid var(--bad);border-radius:9px;color:#5c1512}
.alert .icon{color:var(--bad);margin-top:.125rem}
.alert h2{font-size:1rem}
.alert a{color:inherit;display:inline-flex;align-items:center;min-height:2.75rem}
.done{text-align:center;padding:2.5rem 1.25rem}
.done h1{font-size:1.25rem;font-weight:650;margin:0}
.done .main{margin-top:1.5rem}
.icon-tick{width:3.5rem;height:3.5rem;color:var(--main);margin-bottom:.75rem}
.tests{margin-top:1rem;padding:1.25rem;border:1px dashed #9dada7;border-radius:14px}
.tests>p{color:var(--soft);font-size:.9375rem;margin-top:.25rem}
.tests ul{display:grid;grid-template-columns:minmax(0,1fr);gap:.875rem;margin-top:1rem}
.test{width:100%;overflow-wrap:anywhere;min-height:2.875rem;padding:.5rem .875rem;text-align:left;border:1px solid #7d8d87;border-left-width:4px;border-radius:9px;background:#fff;color:var(--ink);font-weight:600}
.test:hover{background:#f6faf8;border-color:var(--ink)}
.test-success{border-left-color:var(--main)}
.test-declined,.test-insufficient{border-left-color:var(--bad)}
.test-pin,.test-otp,.test-bank{border-left-color:#8a6100}
.tests li p{font-size:.8125rem;color:var(--soft);margin:.25rem 0 0 .25rem}
.tests li span{display:block;white-space:normal}
footer{padding:0 1rem 1.5rem;text-align:center;font-size:.8125rem;color:var(--soft)}
@media (max-width:34rem){.pair:has(.error){grid-template-columns:1fr}}
@media (min-width:34rem){.tests ul{grid-template-columns:1fr 1fr}}
@media (min-width:52rem){
main{padding:2.5rem 1.5rem 1.5rem}
.sheet{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr)}
.sheet.lone{display:block;max-width:34rem;margin:0 auto}
.summary{padding:2.25rem}
h1{margin-top:3rem}
.amount{font-size:2.75rem}
.summary dl{margin-top:1.75rem;padding-top:1.25rem;font-size:.9375rem}
.act{padding:2.25rem}
.done{align-self:center}
.tests{margin-top:1.5rem;padding:1.5rem 2.25rem}
.tests ul{grid-template-columns:repeat(3,minmax(0,1fr))}
}
@media (forced-colors:active){button,.main,input{border:1px solid}}
@media (prefers-reduced-motion:reduce){.main:active{transform:none}}
`

/** Contains a hash of the content, so that it can be cached forever. */
export const stylesheetName = `checkout-${createHash('sha256').update(stylesheet).digest('hex').slice(0, 12)}.css`

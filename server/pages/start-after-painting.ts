const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
const WAIT_MS = 1_500
/** web/styles.css says what each of them shows. */
const STEPS = 5
const ENTRY = /<script type="module" async="" src="([^"]+)"><\/script>/

/**
 * A page is complete as it comes, so its script, half of all its bytes, is asked for once the page and the pictures that
 * matter most have been painted: on a slow network it would share the line with them and keep them waiting for a second. It
 * waits no longer than WAIT_MS. So do all pictures that are not seen first (web/styles.css: data-unpainted), which a browser
 * would ask for together with them, and on a phone what is far below its window, which is then laid out in short steps
 * (data-step-shown). A page that nobody looks at is never painted: there it is asked for at once. Nothing waits on a page
 * that is loaded again or come back to, where the window may stand anywhere, nor without script. A document without our
 * entry stays as it is.
 */
export function startAfterPainting(html: string): string {
  // The head and the last script are read, not the hundreds of thousands of letters between them.
  const headEnd = html.indexOf('</head>')
  const entryStart = html.lastIndexOf('<script type="module"')
  if (headEnd === -1 || entryStart < headEnd) return html
  const head = html.slice(0, headEnd)
  const foot = html.slice(entryStart)
  const entry = ENTRY.exec(foot)
  if (entry === null) return html
  const files = [...head.matchAll(PRELOAD)].map(([, file]) => file)
  return (
    head.replace(PRELOAD, '').replace('<head>', `<head><script>${WAITING}</script>`) +
    html.slice(headEnd, entryStart) +
    foot.replace(entry[0], () => `<script>${starter(files, entry[1] ?? '')}</script>`)
  )
}

const WAITING = `{const r=document.documentElement,[n]=performance.getEntriesByType("navigation");if(n?.type==="navigate"&&!location.hash)r.dataset.unpainted="";document.currentScript.remove()}`

/** After the frame that shows them, not before it. The files are asked for together, as the browser would learn of the second only when it has the first. */
function starter(files: readonly (string | undefined)[], entry: string): string {
  const show = `const d=document.documentElement.dataset;let n=0;const w=()=>{if(++n>${STEPS})delete d.stepShown;else{d.stepShown=n;requestAnimationFrame(()=>setTimeout(w))}};if("unpainted"in d){w();delete d.unpainted}`
  const start = `${show};for(const f of ${JSON.stringify(files)}){const l=document.createElement("link");l.rel="modulepreload";l.href=f;document.head.append(l)}import(${JSON.stringify(entry)})`
  const seen = `Promise.race([new Promise(r=>setTimeout(r,${WAIT_MS})),Promise.allSettled(Array.from(document.querySelectorAll('img[fetchpriority="high"]'),i=>i.decode()))])`
  return `{const s=()=>{${start}};document.visibilityState==="visible"?${seen}.then(()=>requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(s)))):s()}`
}

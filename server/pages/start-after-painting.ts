import { EARLY_PRESSES } from './early-press.ts'

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g
/** For installing the shop, which needs the script. Chromium with a window requests it before the first paint. */
const MANIFEST = /<link rel="manifest" href="([^"]+)"[^>]*>/
const WAIT_MS = 1_500
/** How long a frame is given to reach the screen where the browser reports that. */
const FRAME_MS = 100
const RETRY_MS = 5_000
/** web/styles.css defines what each step shows. */
const STEPS = 5
const ENTRY = /<script type="module" async="" src="([^"]+)"><\/script>/

/**
 * A page is complete without its script, which makes up half of its bytes. So the script is requested only once the
 * page and its most important pictures have been painted: on a slow network it would compete with them for bandwidth
 * and delay them by a second. It waits for WAIT_MS at most. Also deferred are the manifest, all pictures outside the
 * first view (web/styles.css: data-unpainted), which a browser would request together with those, and on a phone the
 * content far below the viewport, which is then laid out in short steps (data-step-shown). A page in a hidden tab is
 * never painted: there the script is requested at once. Nothing is deferred on reload or back navigation, where the
 * scroll position may be anywhere, nor without JavaScript. A document without our entry script is left unchanged.
 *
 * Takes a document in parts and returns it in more, the head first: joining them would copy hundreds of thousands of
 * characters.
 */
export function startAfterPainting(document: readonly string[]): readonly string[] {
  // Search the head and the last script only, not all that is between them.
  const [first = '', ...others] = document
  const headEnd = first.indexOf('</head>')
  const head = first.slice(0, headEnd)
  const body = [first.slice(headEnd), ...others]
  const last = body.pop() ?? ''
  const entryStart = last.lastIndexOf('<script type="module"')
  if (headEnd === -1 || entryStart === -1) return document
  const foot = last.slice(entryStart)
  const entry = ENTRY.exec(foot)
  if (entry === null) return document
  const files = [...head.matchAll(PRELOAD)].map(([, file]) => file)
  const manifest = MANIFEST.exec(head)?.[1]
  return [
    head
      .replace(PRELOAD, '')
      .replace(MANIFEST, '')
      .replace('<head>', `<head><script>${WAITING}${EARLY_PRESSES}</script>`),
    ...body,
    last.slice(0, entryStart),
    foot.replace(entry[0], () => `<script>${starter({ files, entry: entry[1] ?? '', manifest })}</script>`),
  ]
}

const WAITING = `{const r=document.documentElement,[n]=performance.getEntriesByType("navigation");if(n?.type==="navigate"&&!location.hash)r.dataset.unpainted="";document.currentScript.remove()}`

/**
 * Run if the page's script could not be loaded, as a browser does not fetch a module again that it once could not fetch: the
 * page is reloaded as soon as the shop responds for each of its files (`F`), and says that the network does not respond
 * until then. If none of them was missing, not twice within a minute: the browser may be too old for the script.
 */
const AGAIN_ONCE_THERE = `const k="restarted";let lost;const a=()=>Promise.all(F.map(f=>fetch(f,{signal:AbortSignal.timeout?.(2e4)}))).then(r=>r.every(x=>x.status<500),()=>!1).then(there=>{if(!there){lost=1;const n=document.querySelector(".bottom-notice");n.firstChild||(n.innerHTML='<p class="on-ink">The network is not responding.</p>');setTimeout(a,${RETRY_MS})}else if(lost||Date.now()-sessionStorage.getItem(k)>6e4){sessionStorage.setItem(k,Date.now());location.reload()}});a()`

type Starter = {
  files: readonly (string | undefined)[]
  entry: string
  manifest: string | undefined
}

/**
 * Runs after the frame that shows them, not before it. A frame reaches the screen some time after its callbacks have run:
 * so, where the browser reports its largest paints, once one of the pictures is among them, or any if there are none. The
 * files are requested together, since the browser would only discover the second once it has the first.
 */
function starter({ files, entry, manifest }: Starter): string {
  const show = `const d=document.documentElement.dataset;let n=0;const w=()=>{if(++n>${STEPS})delete d.stepShown;else{d.stepShown=n;requestAnimationFrame(()=>setTimeout(w))}};if("unpainted"in d){w();delete d.unpainted}`
  const later = manifest === undefined ? '' : `add("manifest",${JSON.stringify(manifest)});`
  const start = `${show};const F=${JSON.stringify(files)},add=(rel,href)=>document.head.append(Object.assign(document.createElement("link"),{rel,href}));for(const f of F)add("modulepreload",f);${later}import(${JSON.stringify(entry)}).catch(e=>{if(e instanceof SyntaxError)return;${AGAIN_ONCE_THERE}})`
  const seen = `Promise.race([new Promise(r=>setTimeout(r,${WAIT_MS})),Promise.allSettled(I.map(i=>i.decode()))])`
  const shown = `new Promise(r=>{const o=self.LargestContentfulPaint;setTimeout(r,o?${FRAME_MS}:0);o&&new PerformanceObserver(l=>l.getEntries().some(e=>!I[0]||I.includes(e.element))&&r()).observe({type:"largest-contentful-paint",buffered:!0})}).then(s)`
  return `{const s=()=>{${start}},I=[...document.querySelectorAll('img[fetchpriority="high"]')];document.visibilityState==="visible"?${seen}.then(()=>requestAnimationFrame(()=>requestAnimationFrame(()=>${shown}))):s()}`
}

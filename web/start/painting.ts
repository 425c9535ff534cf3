const WAIT_MS = 1_500
/** Where the page's text stalls on its way, or nothing is ever painted. */
const STALLED_MS = 5_000
const FAR_WAIT_MS = 15_000
/** How long a frame is given to reach the screen where the browser reports that. */
const FRAME_MS = 100

const root = document.documentElement

/**
 * Defers the pictures outside the first view (web/styles.css: data-unpainted), which a browser would request together with
 * those in it. Not after a reload or on the way back, where the scroll position may be anywhere.
 */
export function markUnpainted(): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (page?.type !== 'navigate' || location.hash) return
  root.dataset.unpainted = ''
  setTimeout(showRest, STALLED_MS)
}

/**
 * Shows what was deferred. On a phone, pictures far below the window wait until the script has come, and what a press may open
 * (web/chrome/once-idle.ts), or the shopper scrolls to them: on a slow line they would hold it up by seconds.
 */
export function showRest(): void {
  if (root.dataset.unpainted === undefined) return
  if (scrollY === 0) deferFar()
  delete root.dataset.unpainted
}

function deferFar(): void {
  root.dataset.farWaits = ''
  const showFar = () => delete root.dataset.farWaits
  addEventListener('scroll', showFar, { once: true, passive: true })
  setTimeout(showFar, FAR_WAIT_MS)
}

/** Resolves once the most important pictures are on the screen, or after WAIT_MS. A page in a hidden tab is never painted. */
export async function whenPainted(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const pictures = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')]
  await Promise.race([sleep(WAIT_MS), Promise.allSettled(pictures.map((picture) => picture.decode()))])
  await nextFrame()
  await nextFrame()
  if ('LargestContentfulPaint' in self) await Promise.race([sleep(FRAME_MS), painted(pictures)])
}

/**
 * A frame reaches the screen some time after its callbacks have run: once one of the pictures is among the largest paints that
 * the browser reports, or any if there are none.
 */
function painted(pictures: readonly HTMLImageElement[]): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const elements = list.getEntries().map((entry) => (entry as LargestContentfulPaint).element)
      if (pictures.length === 0 || pictures.some((picture) => elements.includes(picture))) resolve()
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

export type ToastTone = 'default' | 'success' | 'destructive'

export type ToastMessage = {
  title: string
  description?: string
  tone?: ToastTone
  /** One thing to do about it, such as undoing it; the toast goes when it is done. */
  action?: { label: string; onSelect: () => void }
}

type Listener = (message: ToastMessage) => void

/** Said before anybody shows toasts: the part of the page that does is loaded with the first one. */
const waiting: ToastMessage[] = []
const wanted = new Set<() => void>()
let show: Listener | null = null

/** Says something in passing, from anywhere in the browser. */
export function toast(message: ToastMessage): void {
  if (show) show(message)
  else {
    waiting.push(message)
    for (const tell of wanted) tell()
  }
}

/** For the one that shows toasts: is told of those that wait, then of every further one. Answers how to stop. */
export function onToast(listener: Listener): () => void {
  show = listener
  for (const message of waiting.splice(0)) listener(message)
  return () => {
    if (show === listener) show = null
  }
}

/** For whoever loads the one that shows toasts. */
export function onToastWanted(tell: () => void): () => void {
  wanted.add(tell)
  return () => wanted.delete(tell)
}

export function isToastWaiting(): boolean {
  return waiting.length > 0
}

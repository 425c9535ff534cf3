import { toast } from './toast/toast.ts'

/**
 * Copies, and says so by `done`. Where the browser has no clipboard for this page (plain http on a home network) or denies it, a toast
 * has the text, under `byHand`, to be copied by hand.
 */
export async function copyText(text: string, done: string, byHand: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: done, tone: 'success' })
  } catch {
    toast({ title: byHand, description: text })
  }
}

import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { lineName } from '#shared/choice-words.ts'
import { ApiError } from '#shared/client/api.ts'
import type { Product } from '#shared/contract/product.ts'
import { type ToastMessage, toast } from '#ui/toast/toast.ts'
import { useToasterAhead } from '#ui/toast/toaster-when-wanted.tsx'
import { useSession } from '#web/state/session.ts'
import type { SoldOutItem } from './stock-alert-choice.ts'

type Asked = { email: string; item: SoldOutItem }

/**
 * Asks for a stock alert. Its data are the words that confirm it. A shopper who has closed the dialog by then gets the response
 * in a toast, unless somebody else is using the browser.
 */
export function useStockAlert(product: Product, isOpen: boolean, onRefused: () => void) {
  const { api } = useRouter().options.context
  const userId = useSession((session) => session.user?.id)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = isOpen
    return () => {
      isShown.current = false
    }
  }, [isOpen])
  useToasterAhead()
  useEffect(() => {
    loadSchemas().catch(() => {})
  }, [])
  const nameOf = (item: SoldOutItem) => lineName({ ...item, name: product.name })
  const tellLater = (message: ToastMessage) => {
    if (!isShown.current && useSession.getState().user?.id === userId) toast(message)
  }
  return useMutation({
    mutationFn: async ({ email, item }: Asked) => {
      await checkEmail(email)
      const { color, size } = item
      const { message } = await api('post', '/stock-alert', {
        body: { email, productId: product.id, color, size },
      })
      return `${nameOf(item)}: ${message} We'll send it to ${email.trim()}.`
    },
    onSuccess: (description) => {
      storeAlertEmail('')
      tellLater({ title: 'Alert Requested', description, tone: 'success' })
    },
    onError: (error, { item }) => {
      if (isShown.current) onRefused()
      const description = `Alert for ${nameOf(item)}: ${reasonOf(error)}`
      tellLater({ title: 'Error', description, tone: 'destructive' })
    },
  })
}

class InvalidEmail extends Error {}

/** Loaded while the address is typed: the dialog opens without waiting for them. */
const loadSchemas = () => import('#shared/contract/auth.ts')

/** If the schemas cannot be loaded, the shop's own check has to do. */
async function checkEmail(typed: string): Promise<void> {
  const schemas = await loadSchemas().catch(() => undefined)
  const problem = schemas?.email.safeParse(typed).error?.issues[0]
  if (problem) throw new InvalidEmail(problem.message)
}

export function reasonOf(error: Error): string {
  if (!(error instanceof ApiError || error instanceof InvalidEmail)) throw error
  return error.message
}

/**
 * The address that was typed for a stock alert and is not noted yet: closing the dialog does not lose it. Only in memory, as
 * it is personal, and until somebody logs in or out, in this tab or another.
 */
let typed = ''
let isSessionWatched = false

export const typedAlertEmail = (): string => typed

export function storeAlertEmail(email: string): void {
  typed = email
  if (isSessionWatched) return
  isSessionWatched = true
  useSession.subscribe(({ token }, before) => {
    if (token !== before.token) typed = ''
  })
}

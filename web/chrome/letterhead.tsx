import { Wordmark } from './wordmark.tsx'

/** Heads a page on paper, where the shop's header is left out. */
export function Letterhead() {
  return (
    <div className="hidden pb-6 print:block">
      <Wordmark className="text-[2.125rem]" />
    </div>
  )
}

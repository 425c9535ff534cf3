import { Fragment } from 'react'

/** Each with the @ or dot before it, or the hyphen after it. */
const PARTS = /[@.]?[^@.-]+-?|[@.-]/g

/** An address that may be longer than its line: it then breaks where a reader pauses, before its @ or a dot, not inside a word. */
export function LongEmail({ email }: { email: string }) {
  return [...email.matchAll(PARTS)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

import { Fragment } from 'react'

/** A reference that may be longer than its line: it then breaks in the middle, never leaving a single letter. */
export function LongCode({ code }: { code: string }) {
  const middle = Math.ceil(code.length / 2)
  return (
    <>
      <span className="inline-block">{code.slice(0, middle)}</span>
      <span className="inline-block">{code.slice(middle)}</span>
    </>
  )
}

/** Each part includes the @ or dot before it, or the hyphen after it. */
const PARTS = /[@.]?[^@.-]+-?|[@.-]/g

/**
 * An address that may be longer than a line. It moves to a line of its own if it fits there; else it breaks where a reader
 * pauses, before its @ or a dot, not inside a word.
 */
export function LongEmail({ email }: { email: string }) {
  return (
    <span className="inline-block max-w-full">
      {[...email.matchAll(PARTS)].map(({ 0: part, index }) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

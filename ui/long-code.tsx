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

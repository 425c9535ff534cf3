import { formatNaira } from '#shared/naira.ts'
import { classes } from '#ui/class-name.ts'

/** What `Price` shows of a price as returned by `shownPrice`, in naira. */
export const priceTexts = ({ price, original }: { price: number; original: number | null }) => ({
  price: formatNaira(price),
  original: original === null ? undefined : formatNaira(original),
})

/** With `original`, a sale price next to the struck-through one. */
export function Price({
  price,
  original,
  className,
}: {
  price: string
  original?: string | undefined
  className?: string
}) {
  if (original === undefined) return <span className={classes('money font-bold', className)}>{price}</span>
  return (
    <span className={classes('money inline-flex flex-wrap items-baseline gap-x-2', className)}>
      <span className="font-bold text-accent-text">
        <span className="sr-only">Sale price </span>
        {price}
      </span>
      <s className="text-[0.86em] text-ink-mute">
        <span className="sr-only">Original price </span>
        {original}
      </s>
    </span>
  )
}

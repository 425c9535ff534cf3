import { formatNaira } from '#shared/naira.ts'
import { classes } from '#ui/class-name.ts'

/** An amount in naira; with `original`, a sale price next to the struck-through one, as returned by `shownPrice`. */
export function Price({
  price,
  original = null,
  className,
}: {
  price: number
  original?: number | null
  className?: string
}) {
  if (original === null)
    return <span className={classes('money font-bold', className)}>{formatNaira(price)}</span>
  return (
    <span className={classes('money inline-flex flex-wrap items-baseline gap-x-2', className)}>
      <span className="font-bold text-accent-text">
        <span className="sr-only">Sale price </span>
        <span>{formatNaira(price)}</span>
      </span>
      <s className="text-[0.86em] text-ink-mute">
        <span className="sr-only">Original price </span>
        <span>{formatNaira(original)}</span>
      </s>
    </span>
  )
}

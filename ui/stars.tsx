import { classes } from './class-name.ts'
import { Icon } from './icon.tsx'
import { STAR } from './star-shape.ts'

const STARS = [1, 2, 3, 4, 5]

/** A score out of 5, drawn to the nearest half and read out with one decimal. */
export function Stars({ score, className }: { score: number; className?: string }) {
  const halves = Math.round(score * 2)
  return (
    <span
      role="img"
      aria-label={`Rated ${score.toFixed(1)} out of 5`}
      className={classes('inline-flex text-ink', className)}
    >
      {STARS.map((star) => (
        <Icon
          key={star}
          name={halves >= star * 2 ? STAR.full : halves === star * 2 - 1 ? STAR.half : STAR.empty}
          className="size-[1.1em]"
        />
      ))}
    </span>
  )
}

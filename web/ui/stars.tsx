import { classes } from './class-name.ts'
import { Icon } from './icon.tsx'
import { SHAPE } from './icon-shape.ts'

const STARS = [1, 2, 3, 4, 5]
const STAR_HALF = { d: SHAPE.star.d, half: 'M12 3v14l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z' }

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
          name={halves >= star * 2 ? 'star-filled' : halves === star * 2 - 1 ? STAR_HALF : 'star'}
          className="size-[1.1em]"
        />
      ))}
    </span>
  )
}

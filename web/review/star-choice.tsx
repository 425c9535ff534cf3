import { useId } from 'react'
import { FieldError } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { STAR } from '#ui/star-shape.ts'

const STARS = [1, 2, 3, 4, 5]

/** Five radio buttons that look like stars: arrow keys move, screen readers announce how many. 0 means none yet. */
export function StarChoice({
  rating,
  error,
  onChange,
}: {
  rating: number
  error: string | undefined
  onChange: (rating: number) => void
}) {
  const name = useId()
  const errorId = `${name}-error`
  return (
    <fieldset className="min-w-0">
      <legend className="label text-2xs">Rating</legend>
      <div className="mt-1 -ml-2.5 flex flex-wrap">
        {STARS.map((star) => (
          <label
            key={star}
            htmlFor={`${name}-${star}`}
            className="tap relative grid place-items-center has-focus-visible:outline-3 has-focus-visible:outline-(--focus)"
          >
            <input
              id={`${name}-${star}`}
              type="radio"
              name={name}
              value={star}
              checked={rating === star}
              aria-describedby={error === undefined ? undefined : errorId}
              onChange={() => onChange(star)}
              className="absolute inset-0 size-full cursor-pointer appearance-none"
            />
            <span className="sr-only">
              {star} {star === 1 ? 'star' : 'stars'}
            </span>
            <Icon name={star <= rating ? STAR.full : STAR.empty} className="size-7" />
          </label>
        ))}
      </div>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

import { Slider } from '@base-ui/react/slider'
import { useEffect, useRef } from 'react'
import { PRICE_FILTER_STEP_NAIRA } from '#shared/limits.ts'
import { formatNaira } from '#shared/naira.ts'

const LARGE_STEP_NAIRA = 1_000
/** A held key repeats about thirty times a second; pauses between separate presses are shorter than this. */
const KEYS_REST_MS = 400
/** Keys that close an overlay, or begin a shortcut that leaves the page. */
const LEAVING = ['Escape', 'Alt']
const HANDLES = ['Lowest price', 'Highest price'] as const

/**
 * Two handles on one track. `onMove` follows them; `onCommit` is called when they are released, or when the keys that move
 * them pause; both in naira.
 */
export function PriceSlider({
  from,
  to,
  end,
  onMove,
  onCommit,
}: {
  from: number
  to: number
  /** The right end of the track. */
  end: number
  onMove: (from: number, to: number) => void
  onCommit: (from: number, to: number) => void
}) {
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const commit = (low: number, high: number) => {
    clearTimeout(resting.current)
    resting.current = undefined
    onCommit(low, high)
  }
  const commitWhatRests = () => {
    if (resting.current !== undefined) commit(from, to)
  }
  return (
    <Slider.Root
      value={[from, Math.max(from, to)]}
      min={0}
      max={end}
      step={PRICE_FILTER_STEP_NAIRA}
      largeStep={LARGE_STEP_NAIRA}
      aria-label="Price"
      onValueChange={([low = 0, high = end]) => onMove(low, high)}
      onValueCommitted={([low = 0, high = end], { reason }) => {
        if (reason === 'drag' || reason === 'track-press') return commit(low, high)
        clearTimeout(resting.current)
        resting.current = setTimeout(() => commit(low, high), KEYS_REST_MS)
      }}
    >
      <Slider.Control className="flex h-11 w-full touch-none items-center px-2.5 select-none">
        <Slider.Track className="h-0.5 w-full bg-line-strong forced-colors:bg-[CanvasText]">
          <Slider.Indicator className="bg-ink forced-colors:h-1.5! forced-colors:bg-[Highlight]" />
          {HANDLES.map((name, index) => (
            <Slider.Thumb
              key={name}
              index={index}
              getAriaLabel={() => name}
              getAriaValueText={(_, value) => formatNaira(value)}
              onBlur={commitWhatRests}
              onKeyDown={({ key }) => {
                if (LEAVING.includes(key)) commitWhatRests()
              }}
              className="size-5 cursor-grab border-2 border-ink bg-paper-bright after:absolute after:-inset-3 has-focus-visible:outline-3 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2 data-dragging:cursor-grabbing data-dragging:bg-accent"
            />
          ))}
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}

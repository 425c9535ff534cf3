import { Slider } from '@base-ui/react/slider'
import { PRICE_FILTER_MAX_NAIRA, PRICE_FILTER_STEP_NAIRA } from '#shared/limits.ts'
import { formatNaira } from '#shared/naira.ts'

const LARGE_STEP_NAIRA = 1_000
const HANDLES = ['Lowest price', 'Highest price'] as const

/** Two handles on one line. `onMove` follows them, `onCommit` comes when they are let go; both in naira. */
export function PriceSlider({
  from,
  to,
  onMove,
  onCommit,
}: {
  from: number
  to: number
  onMove: (from: number, to: number) => void
  onCommit: (from: number, to: number) => void
}) {
  return (
    <Slider.Root
      value={[from, Math.max(from, to)]}
      min={0}
      max={PRICE_FILTER_MAX_NAIRA}
      step={PRICE_FILTER_STEP_NAIRA}
      largeStep={LARGE_STEP_NAIRA}
      aria-label="Price"
      onValueChange={([low = 0, high = PRICE_FILTER_MAX_NAIRA]) => onMove(low, high)}
      onValueCommitted={([low = 0, high = PRICE_FILTER_MAX_NAIRA]) => onCommit(low, high)}
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
              className="size-5 cursor-grab border-2 border-ink bg-paper-bright after:absolute after:-inset-3 has-focus-visible:outline-3 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2 data-dragging:cursor-grabbing data-dragging:bg-accent"
            />
          ))}
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}

import { Icon, type IconOf } from '#ui/icon.tsx'

const PLUS = { d: 'M12 5v14M5 12h14' }
const MINUS = { d: 'M5 12h14' }

/**
 * A number between two buttons. One at its limit (null) says so and stays in the tab order: a button that is disabled while
 * pressed would lose its focus.
 */
export function Stepper({
  named,
  value,
  onLess,
  onMore,
  onLimit,
}: {
  /** What is counted, for screen readers. */
  named: string
  value: number
  onLess: (() => void) | null
  onMore: (() => void) | null
  /** More was pressed at the upper limit. */
  onLimit?: (() => void) | undefined
}) {
  return (
    <div className="flex items-center border border-line-strong">
      <Step icon={MINUS} label={`One less of ${named}`} onPress={onLess} />
      <output aria-label={`Quantity of ${named}`} className="tabular min-w-8 text-center font-bold text-sm">
        {value}
      </output>
      <Step icon={PLUS} label={`One more of ${named}`} onPress={onMore} onRefused={onLimit} />
    </div>
  )
}

function Step({
  icon,
  label,
  onPress,
  onRefused,
}: {
  icon: IconOf
  label: string
  onPress: (() => void) | null
  onRefused?: (() => void) | undefined
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={onPress === null}
      className="tap grid place-items-center hover:bg-ink hover:text-paper unusable:cursor-not-allowed unusable:bg-transparent unusable:text-line-strong"
      onClick={onPress ?? onRefused}
    >
      <Icon name={icon} className="size-4" />
    </button>
  )
}

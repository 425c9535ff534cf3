import { classes } from '#ui/class-name.ts'
import { useSavesData } from '#ui/data-saver.ts'
import { useDataSaver } from '#web/state/data-saver.ts'
import { useIsRead } from '#web/state/stored.ts'

/** Whether to save data: announced, stored, and the same in every tab. Hidden without script, as it needs it. */
export function DataSaverSwitch() {
  const isOn = useSavesData()
  const choose = useDataSaver((saver) => saver.choose)
  const isRead = useIsRead(useDataSaver)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      disabled={!isRead}
      className="flex min-h-11 w-full flex-wrap items-center gap-x-4 text-left noscript:hidden"
      onClick={() => choose(!isOn)}
    >
      <span
        aria-hidden="true"
        className={classes(
          'flex h-6 w-11 shrink-0 border border-current p-0.75',
          isOn && 'justify-end bg-accent',
        )}
      >
        <span
          className={classes(
            'aspect-square h-full forced-colors:bg-[ButtonText]!',
            isOn ? 'bg-ink' : 'bg-current',
          )}
        />
      </span>
      <span className="flex-1">
        <span className="block font-semibold">Use less data</span>
        <span className="block text-sm opacity-80">Smaller pictures, nothing moves or loads by itself</span>
      </span>
      <span aria-hidden="true" className="label text-xs">
        {isOn ? 'On' : 'Off'}
      </span>
    </button>
  )
}

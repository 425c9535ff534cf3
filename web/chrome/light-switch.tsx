import { useIsLight } from '#ui/light.ts'
import { useLight } from '#web/state/light.ts'
import { useIsRead } from '#web/state/use-is-read.ts'

/** Whether to save data: announced, stored, and the same in every tab. Hidden without script, as it needs it. */
export function LightSwitch() {
  const isOn = useIsLight()
  const choose = useLight((light) => light.choose)
  const isRead = useIsRead(useLight)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      disabled={!isRead}
      className="group/switch flex min-h-11 w-full flex-wrap items-center gap-x-4 text-left noscript:hidden"
      onClick={() => choose(!isOn)}
    >
      <span
        aria-hidden="true"
        className="flex h-6 w-11 shrink-0 border border-current p-0.75 group-aria-checked/switch:justify-end group-aria-checked/switch:bg-accent"
      >
        <span className="aspect-square h-full bg-current group-aria-checked/switch:bg-ink forced-colors:bg-[ButtonText]!" />
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

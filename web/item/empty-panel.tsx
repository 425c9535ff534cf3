import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'

export function EmptyPanel({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div className="grid h-full content-center justify-items-center gap-3 py-16 text-center">
      <Icon name={icon} className="mb-3 size-14" />
      <p className="display text-d-sm">{title}</p>
      <p className="max-w-64 text-ink-mute text-sm">{text}</p>
      <Link
        to="/products"
        replace
        activeOptions={{ exact: true }}
        className={buttonClass({ variant: 'secondary' }, 'mt-5')}
      >
        Shop all merch
      </Link>
    </div>
  )
}

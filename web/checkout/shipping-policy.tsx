import { Link } from '@tanstack/react-router'
import { words } from '#pages/words.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'

const POLICY = [
  { heading: 'Dispatch', sentences: words.dispatch },
  { heading: 'Delivery', sentences: words.delivery },
  { heading: 'Several orders', sentences: words.severalOrders },
]

export function ShippingPolicy({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Shipping Policy" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-6">
        {POLICY.map(({ heading, sentences }) => (
          <section key={heading}>
            <h3 className="label text-xs">{heading}</h3>
            <ul className="mt-2 grid list-disc gap-2 pl-5 text-ink-soft marker:text-accent">
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        ))}
        <Link
          to="/pages/$name"
          params={{ name: 'delivery' }}
          replace
          className="link inline-flex min-h-11 items-center justify-self-start"
        >
          Fees and everything else about delivery
        </Link>
      </div>
    </Dialog>
  )
}

import { whatsAppLink } from '#admin/chrome/whatsapp-link.ts'
import type { PayLink } from '#shared/contract/admin/order.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Icon } from '#ui/icon.tsx'
import { SOCIAL } from '#ui/social-shape.ts'

/** The message with the link to pay, and the ways to get it to the buyer. */
export function SendLink({ link, text, phone }: PayLink) {
  return (
    <div className="grid gap-3 py-3">
      <p className="whitespace-pre-line border border-line bg-paper-bright p-3 text-sm wrap-anywhere">
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <a
          href={whatsAppLink(phone, text)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ size: 'sm' })}
        >
          <Icon name={SOCIAL.whatsapp} className="size-4" />
          <span>WhatsApp</span>
        </a>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void copyText(text, 'Message copied', 'Copy this message')}
        >
          Copy message
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void copyText(link, 'Link copied', 'Copy this link')}
        >
          Copy link
        </Button>
        {'share' in navigator && (
          <Button
            variant="secondary"
            size="sm"
            // Somebody closed the phone's own dialog.
            onClick={() => void navigator.share({ text }).catch(() => {})}
          >
            Share
          </Button>
        )}
      </div>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { type ButtonLook, buttonClass, RetryButton } from '#ui/button.tsx'
import { MessageScreen } from '#ui/message-screen.tsx'

const TITLE = 'Product not found'

export function ProductNotFound() {
  return (
    <MessageScreen title={TITLE}>
      <BackToProducts variant="primary" />
    </MessageScreen>
  )
}

/** There may well be such a product. */
export function ProductNotLoaded() {
  return (
    <MessageScreen
      role="alert"
      title={TITLE}
      text="It could not be loaded. Please check your connection and try again."
    >
      <RetryButton size="lg" onClick={() => location.reload()} />
      <BackToProducts variant="secondary" />
    </MessageScreen>
  )
}

function BackToProducts({ variant }: Required<Pick<ButtonLook, 'variant'>>) {
  return (
    <Link to="/products" activeOptions={{ exact: true }} className={buttonClass({ size: 'lg', variant })}>
      Back to Products
    </Link>
  )
}

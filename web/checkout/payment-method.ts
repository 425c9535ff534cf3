const PROVIDER_NAME = 'Paystack'

/** The provider's channel in plain words; without a channel, the provider's name. */
export function paymentMethod(channel: string | null): string {
  if (channel === null || channel === '') return PROVIDER_NAME
  if (channel === 'ussd' || channel === 'qr') return channel.toUpperCase()
  const words = channel.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An owner's request cannot be carried out; the message says why in plain sentences. Nothing was changed. */
export class Refusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Refusal'
  }
}

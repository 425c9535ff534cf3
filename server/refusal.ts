/** What an owner asked for cannot be done, said in plain sentences. Nothing was changed. */
export class Refusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Refusal'
  }
}

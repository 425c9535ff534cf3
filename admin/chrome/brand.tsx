import { shop } from '#shop.config'

export function Brand() {
  return (
    <>
      {shop.brand}
      <span className="text-accent">+</span>
    </>
  )
}

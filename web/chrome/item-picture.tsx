import { Picture } from '#web/ui/picture.tsx'

/** The small upright picture of a line in a panel; its name stands beside it. */
export function ItemPicture({ src }: { src: string }) {
  return (
    <Picture src={src} alt="" sizes="88px" className="aspect-4/5 w-22 shrink-0 self-start object-cover" />
  )
}

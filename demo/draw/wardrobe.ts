import { bone, flame } from './design.ts'
import { hoodieParts } from './hoodie.ts'
import { jacketParts } from './jacket.ts'
import { adire, asoOke, check, discs, waves } from './pattern.ts'
import { halftoneSun } from './print.ts'
import { night } from './scenery.ts'
import { shirtParts } from './shirt.ts'
import { teeParts } from './tee.ts'

const view = 'front'

/** The clothes in the home page's pictures: black, bone and flame only, so that they work as posters. */
export const wardrobe = {
  blackHood: () =>
    hoodieParts({ view, seed: 'wardrobe 1', body: '#0c0c0c', style: 'pullover', lining: flame }),
  boneTee: () =>
    teeParts({ view, seed: 'wardrobe 2', body: '#f5f3ec', marks: halftoneSun(0, 620, 170, flame, 20) }),
  adireShirt: () =>
    shirtParts({ view, seed: 'wardrobe 3', body: '#f5f3ec', sleeve: 'short', cloth: adire(night) }),
  flameBomber: () => jacketParts({ view, seed: 'wardrobe 4', body: '#f0461a', style: 'bomber', trim: night }),
  slashJersey: () =>
    teeParts({
      view,
      seed: 'wardrobe 5',
      body: '#0f0f0e',
      collar: bone,
      neck: 'vee',
      gloss: 0.14,
      marks: `<path d="M-340 1090L-340 1300L340 330L340 120Z" fill="${bone}"/>`,
    }),
  varsity: () =>
    jacketParts({
      view,
      seed: 'wardrobe 6',
      body: '#141413',
      sleeves: '#f1ede4',
      style: 'varsity',
      trim: '#0b0b0b',
    }),
  puffer: () => jacketParts({ view, seed: 'wardrobe 7', body: '#111110', style: 'puffer' }),
  flameTee: () => teeParts({ view, seed: 'wardrobe 8', body: '#f0461a' }),
  discShirt: () =>
    shirtParts({
      view,
      seed: 'wardrobe 9',
      body: '#f0461a',
      sleeve: 'short',
      cloth: discs(night, bone, '#f0461a'),
      buttons: night,
    }),
  waveShirt: () =>
    shirtParts({ view, seed: 'wardrobe 10', body: '#121211', sleeve: 'short', cloth: waves(bone, flame) }),
  boneHood: () => hoodieParts({ view, seed: 'wardrobe 12', body: '#efeadf', style: 'zip' }),
  checkShirt: () =>
    shirtParts({
      view,
      seed: 'wardrobe 13',
      body: '#f5f3ec',
      sleeve: 'long',
      collar: 'point',
      cloth: check(night, flame, 150),
    }),
  loomShirt: () =>
    shirtParts({ view, seed: 'wardrobe 14', body: '#161514', sleeve: 'short', cloth: asoOke(bone, flame) }),
  chevronTop: () =>
    teeParts({
      view,
      seed: 'wardrobe 15',
      body: '#f5f3ec',
      sleeve: 'long',
      collar: night,
      marks: [0, 1, 2, 3]
        .map(
          (row) =>
            `<path d="M-340 ${520 + row * 90}L0 ${660 + row * 90}L340 ${520 + row * 90}L340 ${566 + row * 90}L0 ${706 + row * 90}L-340 ${566 + row * 90}Z" fill="${row % 2 ? flame : night}"/>`,
        )
        .join(''),
    }),
}

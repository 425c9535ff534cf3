import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, kobo, nonNegative, time } from './column.ts'
import { users } from './person.ts'

export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    sku: text('sku').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    fabric: text('fabric').notNull().default(''),
    fit: text('fit').notNull().default(''),
    care: text('care').notNull().default(''),
    returns: text('returns').notNull().default(''),
    arrival: text('arrival').notNull().default(''),
    category: text('category').notNull(),
    tags: text('tags').array().notNull().default([]),
    colors: text('colors').array().notNull().default([]),
    sizes: text('sizes').array().notNull().default([]),
    images: text('images').array().notNull().default([]),
    price: kobo('price_kobo').notNull(),
    discountType: text('discount_type', { enum: ['fixed', 'percentage'] }),
    /** Kobo when fixed, hundredths of a percent when percentage. */
    discountValue: bigint('discount_value', { mode: 'number' }),
    discountExpiresAt: time('discount_expires_at'),
    ratingSum: integer('rating_sum').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    /** Not sold any more: still there for old orders and links, but in no list. */
    retired: boolean('retired').notNull().default(false),
    addedAt: time('added_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [
    nonNegative('products_price_not_negative', t.price),
    check(
      'products_discount_whole',
      sql`(${t.discountType} is null) = (${t.discountValue} is null) and coalesce(${t.discountValue}, 0) >= 0`,
    ),
  ],
)

export const shippingPlaces = pgTable('shipping_places', {
  place: text('place').primaryKey(),
  amount: kobo('amount_kobo').notNull(),
  position: integer('position').notNull().default(0),
  /** The states that it delivers to; none means all. */
  states: text('states').array().notNull().default([]),
  /** The local government areas of its one state that it delivers to, the nearest first; none means all. */
  areas: text('areas').array().notNull().default([]),
})

export const reviews = pgTable(
  'reviews',
  {
    id: text('id').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** Null for a review that came with the catalogue. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    userName: text('user_name').notNull(),
    rating: smallint('rating').notNull(),
    comment: text('comment').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('reviews_rating_range', sql`${t.rating} between 1 and 5`),
    unique('reviews_one_per_customer').on(t.productId, t.userId),
    uniqueIndex('reviews_one_per_imported_name').on(t.productId, t.userName).where(sql`user_id is null`),
    index('reviews_of_user').on(t.userId),
    index('reviews_newest').on(t.productId, t.createdAt.desc().nullsFirst()),
  ],
)

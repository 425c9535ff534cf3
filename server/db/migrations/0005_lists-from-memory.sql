-- Lists, facets and searches are answered from an index in memory (server/product/index): what served them here only made writing dearer.
DROP TABLE "search_words" CASCADE;--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_by_name";--> statement-breakpoint
DROP INDEX "products_category";--> statement-breakpoint
DROP INDEX "products_tags";--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "name_key";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search_vector";

ALTER TABLE "stock_moves" DROP CONSTRAINT "stock_moves_once";--> statement-breakpoint
ALTER TABLE "stock_moves" DROP COLUMN "cycle";--> statement-breakpoint
ALTER TABLE "stock_moves" ADD CONSTRAINT "stock_moves_once" UNIQUE("order_id","product_id","color","size","kind");
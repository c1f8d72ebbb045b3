/**
 * The database as the features see it: transactions and connections. Features keep their own SQL in
 * their stores.
 */
@NullMarked
package dev.semel.db;

import org.jspecify.annotations.NullMarked;

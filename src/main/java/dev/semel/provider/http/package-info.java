/**
 * The HTTP connector: carries a provider file out. Knows of every call how far it came, makes each
 * request at most once, and says unknown whenever it does not know.
 */
@NullMarked
package dev.semel.provider.http;

import org.jspecify.annotations.NullMarked;

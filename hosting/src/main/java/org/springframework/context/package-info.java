/**
 * Three names that spring-web speaks of and does not bring: its {@code ErrorResponse}, and with it
 * {@code ResponseStatusException}, can be given a {@code MessageSource}.
 *
 * <p>Java never looks for it where nobody calls that method. Groovy looks at every method of a class that a script
 * names, and without these a script could not throw that exception. They have the shape that they have in
 * spring-context, so that a package that brings that in its {@code lib} does not notice. Nothing here does anything.
 */
@NullMarked
package org.springframework.context;

import org.jspecify.annotations.NullMarked;

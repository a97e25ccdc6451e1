/**
 * Three types that spring-web refers to but does not contain: its {@code ErrorResponse}, and with it
 * {@code ResponseStatusException}, has a method with a {@code MessageSource} parameter.
 *
 * <p>Java does not load them unless that method is called. Groovy inspects every method of a class that a script uses,
 * so without these types a script could not throw that exception. They match their originals in spring-context, so a
 * package that has spring-context in its {@code lib} works unchanged. They contain no logic.
 */
@NullMarked
package org.springframework.context;

import org.jspecify.annotations.NullMarked;

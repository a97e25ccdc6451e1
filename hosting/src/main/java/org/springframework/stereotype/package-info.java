/**
 * Annotations of components, as in spring-context, which is not part of Vesper. A package that has spring-context in
 * its {@code lib} works unchanged, since the annotations are recognized by their names.
 */
@NullMarked
package org.springframework.stereotype;

import org.jspecify.annotations.NullMarked;

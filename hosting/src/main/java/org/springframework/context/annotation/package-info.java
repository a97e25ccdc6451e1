/** An annotation of components, as in spring-context, which is not part of Vesper. */
@NullMarked
package org.springframework.context.annotation;

import org.jspecify.annotations.NullMarked;

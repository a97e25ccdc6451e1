/**
 * Services whose state is a document: the annotations by which packages declare them.
 *
 * <p>The subpackages hold the implementation and its HTTP interface. Built on {@code documents} and {@code rest}. Does
 * not depend on how packages are compiled or loaded.
 */
@NullMarked
package vesper.services;

import org.jspecify.annotations.NullMarked;

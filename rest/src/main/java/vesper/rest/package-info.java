/** Annotated handlers: routing, binding, marshalling, problems. */
@NullMarked
package vesper.rest;

import org.jspecify.annotations.NullMarked;

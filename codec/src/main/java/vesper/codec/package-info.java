/** JSON and XML text to Java values and back. */
@NullMarked
package vesper.codec;

import org.jspecify.annotations.NullMarked;

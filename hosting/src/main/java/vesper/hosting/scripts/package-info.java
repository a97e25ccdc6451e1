/**
 * The API that scripts written for Martini and TORO Integrate expect, shared by the classes under the package names of
 * both: {@code io.toro.martini.api} and {@code io.toro.integrate.core.api}.
 *
 * <p>Start at {@link vesper.hosting.scripts.ResultResponse}.
 */
@NullMarked
package vesper.hosting.scripts;

import org.jspecify.annotations.NullMarked;

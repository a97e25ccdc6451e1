/**
 * The kinds of classes that a package can contain: controllers, document services, components and so on.
 *
 * <p>A kind recognizes its classes and starts their objects. {@link vesper.hosting.kinds.ServiceKinds#ALL} lists the
 * kinds that every server has; {@code docs/guide/extending.md} shows how a package brings one more.
 */
@NullMarked
package vesper.hosting.kinds;

import org.jspecify.annotations.NullMarked;

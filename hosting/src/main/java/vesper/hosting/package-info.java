/**
 * Package folders: compiled when loaded, swapped when changed.
 *
 * <p>A folder of sources, libraries and properties is a package; dropped beside the others it is compiled, its
 * services are made and their routes published, and each time one of its files changes the new code takes the place
 * of the old at once. Requests in flight finish on the old code, streams of events end, and it is garbage afterwards.
 * What does not compile or start harms nobody: older code keeps serving, other packages never notice.
 *
 * <p>Start at {@link vesper.hosting.Packages}, then {@code HostedPackage}, the life of one package, and {@code
 * HostedPackages}, what they are to one another; {@code Uptake} brings them up to what their folders hold, {@code
 * Arrivals} and {@code Replacement} take in those that are sent. {@link vesper.hosting.compiling} makes classes of
 * sources, {@link vesper.hosting.installing} knows archives and moves folders. {@code docs/guide/packages.md} is for
 * those who write packages. Built on {@code rest}; knows nothing of connections.
 */
@NullMarked
package vesper.hosting;

import org.jspecify.annotations.NullMarked;

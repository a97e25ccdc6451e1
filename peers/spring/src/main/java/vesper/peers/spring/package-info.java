/**
 * A typical Spring Boot application: Spring MVC with a plain controller, on the Tomcat that comes with it.
 *
 * <p>Start at {@link vesper.peers.spring.SpringPeer}; settings are in {@code application.properties}. Knows nothing of
 * Vesper.
 */
@NullMarked
package vesper.peers.spring;

import org.jspecify.annotations.NullMarked;

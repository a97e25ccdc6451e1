/**
 * Spring Boot as people use it: Spring MVC with a plain controller, on the Tomcat that comes with it.
 *
 * <p>Start at {@link vesper.peers.spring.SpringPeer}; {@code application.properties} says what is set. Knows nothing of
 * Vesper.
 */
@NullMarked
package vesper.peers.spring;

import org.jspecify.annotations.NullMarked;

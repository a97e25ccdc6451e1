package vesper.launcher.server;

import groovy.lang.GroovySystem;

/**
 * Makes Groovy ready on another core while the port is opened. Its registry of methods takes as long as all of Netty,
 * and neither needs the other; who needs it before it is ready waits for the rest of it only.
 */
final class HeadStart {
    private HeadStart() {}

    static void begin() {
        Thread.ofPlatform().daemon().name("head start").start(GroovySystem::getMetaClassRegistry);
    }
}

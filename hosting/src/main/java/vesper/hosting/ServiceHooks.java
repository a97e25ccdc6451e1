package vesper.hosting;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * The methods of a service to call when it starts and stops: those with {@code @PostConstruct} and {@code @PreDestroy},
 * including inherited ones, and {@link AutoCloseable#close}.
 *
 * @param starting called in this order after the service is created, superclasses first
 * @param stopping called in this order after its last request, superclasses last
 */
record ServiceHooks(List<Method> starting, List<Method> stopping) {

    /**
     * Finds the hooks of a class.
     *
     * @throws NotStartedException if an annotated method is static or has parameters
     */
    static ServiceHooks of(Class<?> service) throws NotStartedException {
        List<Method> starting = annotated(service, PostConstruct.class).reversed();
        List<Method> stopping = new ArrayList<>(annotated(service, PreDestroy.class));
        boolean closes = stopping.stream().anyMatch(hook -> hook.getName().equals("close"));
        if (AutoCloseable.class.isAssignableFrom(service) && !closes) stopping.add(close(service));
        return new ServiceHooks(List.copyOf(starting), List.copyOf(stopping));
    }

    /** Returns the name of a hook for messages, {@code Orders.connect()}. */
    static String nameOf(Method hook) {
        return hook.getDeclaringClass().getName() + "." + hook.getName() + "()";
    }

    /** Returns the call of a hook. It throws what the hook throws. */
    static Callable<Boolean> call(Method hook, Object service) {
        return () -> {
            try {
                hook.invoke(service);
                return true;
            } catch (InvocationTargetException e) {
                if (e.getTargetException() instanceof Exception exception) throw exception;
                if (e.getTargetException() instanceof Error error) throw error;
                throw e;
            }
        };
    }

    /** Returns annotated methods, subclasses first. Of an overridden method, only the overriding one counts. */
    private static List<Method> annotated(Class<?> service, Class<? extends Annotation> annotation)
            throws NotStartedException {
        List<Method> hooks = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Class<?> type = service; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                boolean overridden = method.getParameterCount() == 0 && !seen.add(method.getName());
                if (overridden || !method.isAnnotationPresent(annotation)) continue;
                if (method.getParameterCount() > 0 || Modifier.isStatic(method.getModifiers())) {
                    throw new NotStartedException(nameOf(method) + " cannot be @" + annotation.getSimpleName()
                            + ": it is static or has parameters");
                }
                method.setAccessible(true);
                hooks.add(method);
            }
        }
        return hooks;
    }

    private static Method close(Class<?> service) {
        try {
            Method close = service.getMethod("close");
            close.setAccessible(true);
            return close;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every AutoCloseable has a method close()", e);
        }
    }
}

const RELEASES = ['2024-11-25', '2026-01-08', "2025-12-23"];
export default RELEASES;
